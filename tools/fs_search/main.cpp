#include "request.hpp"

#include "report.hpp"
#include "toolkit/tool/tool.hpp"
#include "tools/fs_search/files/short_reads.hpp"
#include "tools/fs_search/walk/thread_pool.hpp"

static constexpr auto choices(Mode)
{
    return std::array {
        Choice {Mode::matches, "matches"}, Choice {Mode::files, "files"}, Choice {Mode::count, "count"}};
}

static void prepare(Request& request, const Workspace& workspace)
{
    prepare_memory_for_threads();
    request.surroundings = read_surroundings(workspace);
    request.surroundings.device_with_whole_reads = device_with_whole_reads(workspace.root());
}

static AnswerText search_workspace(const Request& request, const Workspace& workspace)
{
    return AnswerText(report(search(workspace, search_for(request), request.surroundings), request.mode));
}

static const Tool<Request> tool {
    .name = "fs_search",
    .summary = "Search files for a text or a pattern. Leaves out what .gitignore names, hidden and binary files.",
    .parameters = {
        required("query", &Request::query, "Text, or with regex a pattern").alias("pattern"),
        optional("regex", &Request::regex, "query is an RE2 pattern: no look-around, no back-references"),
        optional("ignoreCase", &Request::ignore_case),
        optional("wholeWord", &Request::whole_word),
        optional("multiline", &Request::multiline, "A match may span lines"),
        optional_path(&Request::path, "File or directory to search"),
        optional("globs", &Request::globs, "Only files like *.{c,h} or src/**, none like !*_test.c"),
        optional("contextLines", &Request::context_lines, "Before and after each match", between(0, 50)),
        optional("mode", &Request::mode, "files: which match; count: and on how many lines"),
        optional("includeIgnored", &Request::include_ignored),
        optional("includeHidden", &Request::include_hidden, "Names that begin with a dot"),
        optional("maxResults", &Request::max_results, "", between(1, 10000)).limited_by("max-results"),
    },
    .flags = {
        flag("max-file-bytes", &Request::max_file_bytes, "Skip larger files", between(1, 1LL << 40)),
        flag("threads", &Request::threads, "Number of threads; 0: one per processor", between(0, 64)),
    },
    .sandbox = {.workspace = Access::read, .threads = Threads::many},
    .prepare = prepare,
    .run = search_workspace,
};

int main(int argc, char** argv) { return tool.main(argc, argv); }
