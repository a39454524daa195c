"""The journeys of a judge in the engines that are not Chromium's: WebKit, which iPhones run, and Gecko."""
