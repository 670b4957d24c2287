"""An eval for people and for scripts: one module per form, each with one ``render``."""
