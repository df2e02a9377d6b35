"""Tables: people and agents play, over WebSocket or HTTP."""
