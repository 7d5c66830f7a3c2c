#include "request.hpp"

#include "report.hpp"
#include "toolkit/tool/tool.hpp"
#include "tools/fs_search/files/short_reads.hpp"
#include "tools/fs_search/walk/thread_pool.hpp"

namespace fs_search {

using namespace toolkit;
using namespace toolkit::tool;

static constexpr auto choices(Mode)
{
    return std::array {Choice {Mode::matches, "matches"}, Choice {Mode::files, "files"},
        Choice {Mode::count, "count"}};
}

static void prepare(Request& request, const Workspace& workspace)
{
    walk::prepare_memory_for_threads();
    request.surroundings = walk::read_surroundings(workspace);
    request.surroundings.device_with_whole_reads = files::device_with_whole_reads(workspace.root());
}

static AnswerText search_workspace(const Request& request, const Workspace& workspace)
{
    return AnswerText(
        report(search(workspace, search_for(request), request.surroundings), request.mode));
}

static const Tool<Request> tool {
    .name = "fs_search",
    .summary = "Search files for text or a regex. Skips hidden, binary and ignored (.gitignore) files.",
    .parameters = {
        required("query", &Request::query, "Text, or an RE2 pattern (no look-around) if regex is true")
            .alias("pattern"),
        optional("regex", &Request::regex),
        optional("ignoreCase", &Request::ignore_case),
        optional("wholeWord", &Request::whole_word),
        optional("multiline", &Request::multiline, "A match can span lines"),
        optional_path(&Request::path, "File or directory to search"),
        optional("globs", &Request::globs, "Globs to include, e.g. src/**/*.{c,h}; prefix ! to exclude"),
        optional("contextLines", &Request::context_lines, "Before and after each match", between(0, 50)),
        optional("mode", &Request::mode, "files: only paths; count: matching lines per file"),
        optional("includeIgnored", &Request::include_ignored),
        optional("includeHidden", &Request::include_hidden, "Names that start with a dot"),
        optional("maxResults", &Request::max_results, "", between(1, 10000)).limited_by("max-results"),
    },
    .flags = {
        flag("max-file-bytes", &Request::max_file_bytes,
            "Maximum size of a file to search; larger files are skipped", between(1, 1LL << 40)),
        flag("threads", &Request::threads, "Number of threads; 0: one per processor", between(0, 64)),
    },
    .sandbox = {.workspace = sandbox::Access::read, .threads = sandbox::Threads::many},
    .prepare = prepare,
    .run = search_workspace,
};

}

int main(int argc, char** argv) { return fs_search::tool.main(argc, argv); }
