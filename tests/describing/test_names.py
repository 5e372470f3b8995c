"""A described name ranks with the detector's votes by how sure it is."""

from __future__ import annotations

import pytest

from situated_qa.describing.names import ranked


@pytest.mark.parametrize(
    ("detector", "described", "category", "alternatives"),
    [
        (("cup", 0.6, ()), ("magazine", 0.9), "magazine", (("cup", 0.6),)),
        (("cup", 0.95, ()), ("magazine", 0.9), "cup", (("magazine", 0.9),)),
        (("cup", 0.6, (("bowl", 0.2),)), ("bowl", 0.9), "bowl", (("cup", 0.6),)),
        (("cup", 0.6, (("bowl", 0.2),)), ("bowl", 0.5), "cup", (("bowl", 0.5),)),
        (("couch", 0.6, ()), ("sofa", 0.9), "couch", ()),  # another word for the same
        (("object", 0.9, ()), ("kettle", 0.3), "kettle", ()),  # nobody had named it
    ],
)
def test_the_surer_name_is_the_category_and_the_other_stays(detector, described, category, alternatives):
    assert ranked(*detector, *described) == (category, alternatives)
