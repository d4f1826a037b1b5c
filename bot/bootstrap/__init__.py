"""The composition root: the only room that names concrete classes; never on the path of a request."""
