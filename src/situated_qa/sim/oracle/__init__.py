"""The oracle: right tool programs for every kind of question, and what they reach on true scenes."""

from situated_qa.sim.oracle.check import OracleRun, is_right, run_oracle
from situated_qa.sim.oracle.programs import PROGRAMS, program_for

__all__ = ["PROGRAMS", "OracleRun", "is_right", "program_for", "run_oracle"]
