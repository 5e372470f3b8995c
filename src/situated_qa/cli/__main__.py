"""`python -m situated_qa.cli`."""

from situated_qa.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
