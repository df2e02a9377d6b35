// A page to read: nothing runs here.
