"""The front door in the browser: pages, an API, tables over WebSocket or HTTP; no rules and no reasoning in here.

FastAPI and uvicorn come with the extra ``web`` and are imported only in this room.
"""
