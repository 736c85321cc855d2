"""The wheel and keno."""
