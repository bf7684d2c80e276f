"""The version of the library, the only place where it is written."""

VERSION = "0.1.0"
