# Nothing here can be seen from Python: the module is for `cimport`.
