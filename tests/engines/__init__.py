"""Run a judge's tasks in WebKit, which iPhones use, and Gecko."""
