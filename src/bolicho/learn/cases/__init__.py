"""Case-based reasoning: bases of cases, similarity, retrieval, clusters, reuse, revision, retention.

What is here knows no game; ``learn.cases.truco`` says what a case of Truco is and how it answers a question.
"""
