"""The extras of the package: which one brings a package that is not installed."""

_EXTRAS = {
    "serve": (
        "alembic",
        "argon2",
        "fastapi",
        "httptools",
        "prometheus_client",
        "pyotp",
        "sqlalchemy",
        "starlette",
        "uvicorn",
        "uvloop",
        "websockets",
    ),
    "postgres": ("psycopg",),
    "plot": ("matplotlib",),
    "cluster": ("dask", "distributed"),
    "gym": ("gymnasium", "pettingzoo"),
    "arrow": ("pandas", "pyarrow"),
    "certificate": ("cryptography", "openpyxl"),
}
_EXTRA_OF = {package: extra for extra, packages in _EXTRAS.items() for package in packages}


def missing(module: str | None) -> str | None:
    """What to install for a module that could not be imported; nothing where it belongs to no extra."""
    package = (module or "").partition(".")[0]
    extra = _EXTRA_OF.get(package)
    return extra and f"this needs {package}, which is not installed: pip install 'houseway[{extra}]'"
