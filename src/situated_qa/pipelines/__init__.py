"""The two pipelines that `situated_qa.pipeline` shows, and the parts that the mapping one is made of."""
