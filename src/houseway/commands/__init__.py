"""The commands, one module each; they read, call the layers below and write, and decide nothing themselves."""
