"""One use case a module: plain arguments in, a result record out; prints nothing."""
