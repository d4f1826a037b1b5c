"""The composition root: the only package that names concrete classes; not used while a request is handled."""
