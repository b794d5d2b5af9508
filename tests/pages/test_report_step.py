"""A step is reported from the menu of the table: a file is saved that can be played again."""

from __future__ import annotations

from pathlib import Path

from projections.reproduction import read_bundle, reproduce
from tests.pages.tables import sit_at, start_full


def test_a_step_is_saved_as_a_file_that_can_be_played_again(visit, desk):
    match, tokens = start_full(desk, "coup", 6)
    ana = sit_at(visit, desk, match, tokens)
    ana.page.click("[data-test=menu]")
    ana.page.click("[data-test=report]")
    ana.page.fill("dialog:last-of-type textarea", "I should have been asked.")
    ana.page.fill("dialog:last-of-type input[type=number]", "3")
    with ana.page.expect_download() as saved:
        ana.page.click("[data-test=save-report]")
    assert saved.value.suggested_filename == f"{match}-step-3.json"
    bundle = read_bundle(Path(saved.value.path()).read_bytes())
    assert (bundle.match, bundle.step, bundle.remark) == (match, 3, "I should have been asked.")
    assert reproduce(bundle).alike > 0
    ana.page.wait_for_selector("[data-test=save-report]", state="detached")


def test_what_cannot_be_reported_is_said_in_the_window(visit, desk):
    match, tokens = start_full(desk, "coup", 2)
    ana = sit_at(visit, desk, match, tokens)
    ana.page.route(
        "**/report",
        lambda route: route.fulfill(
            status=404,
            content_type="application/problem+json",
            body='{"type": "/problems/not-found", "title": "x", "status": 404, "detail": "There is no such step."}',
        ),
    )
    ana.page.click("[data-test=menu]")
    ana.page.click("[data-test=report]")
    ana.page.click("[data-test=save-report]")
    ana.page.wait_for_selector("dialog:last-of-type [role=alert]:has-text('There is no such step.')")
