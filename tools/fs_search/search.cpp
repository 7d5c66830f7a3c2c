#include "search.hpp"
#include "newest.hpp"
#include "place_search.hpp"
#include "toolkit/text/path_names.hpp"

#include <algorithm>
#include <utility>

namespace fs_search {

using namespace toolkit;

namespace {

Findings search_by_path(
    const Workspace& workspace, Search search, const walk::Surroundings& surroundings)
{
    if (search.start)
        search.selection.page_start
            = {search.start->path, search.wanted.mode == Mode::matches && search.start->line > 0};
    Findings findings;
    for (const Place& place : places_of(workspace, search.paths)) {
        const walk::PageStart& start = search.selection.page_start;
        const bool is_skipped = place.is_directory
            ? place.resolved != "." && start.skips_directory(place.resolved)
            : start.skips_file(place.resolved);
        if (!is_skipped && results_in(findings) <= search.max_results)
            append(findings, search_place(workspace, search, place, surroundings));
    }
    return findings;
}

// Returns the end of a page. If the page has all results that its last file may have, the next page
// begins with the next file.
PageEnd end_of(const Findings& findings, const Search& search)
{
    const FileFindings& last = findings.files.back();
    const std::int64_t count = last.on_earlier_pages + last.count();
    const bool is_done = search.wanted.mode != Mode::matches || last.has_more;
    return {last.path, is_done ? 0 : last.results.back().line, is_done ? 0 : count, last.modified};
}

}

Page search(
    const Workspace& workspace, const Search& search, const walk::Surroundings& surroundings)
{
    const std::int64_t offset = search.start ? 0 : search.offset;
    Search whole = search;
    whole.max_results = offset + search.max_results;
    Page page;
    if (search.order == Order::path) {
        page.findings = search_by_path(workspace, whole, surroundings);
        limit_results(page.findings, whole.max_results);
    } else {
        page.findings = search_newest(workspace, whole, surroundings);
    }
    page.results_before = std::min(offset, results_in(page.findings));
    drop_results(page.findings, offset);
    const Tally tally = page.findings.tally;
    limit_results(page.findings, results_within(page.findings, search.max_bytes));
    if (search.order == Order::modified)
        page.findings.tally = tally; // all files were searched
    if (page.findings.is_truncated)
        page.end = end_of(page.findings, search);
    return page;
}

}
