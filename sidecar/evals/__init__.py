"""Evals: an agent over a data set of questions, each answer verified as in production.

A question and an answer become a ``ResearchRun``; verified, an ``EvalResult``; all of them an
``EvalRun``, of which metrics and reports are made. Results travel as plain JSON: one line each.
"""
