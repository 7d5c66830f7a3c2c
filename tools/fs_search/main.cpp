#include "notes.hpp"
#include "parameters.hpp"
#include "query.hpp"
#include "toolkit/tool/answer.hpp"
#include "toolkit/tool/tool.hpp"
#include "tools/fs_search/files/file_text.hpp"
#include "tools/fs_search/walk/thread_pool.hpp"

namespace fs_search {

using namespace toolkit;
using namespace toolkit::tool;

static void prepare(Request& request, const Workspace& workspace)
{
    walk::prepare_memory_for_threads();
    request.surroundings
        = {ignore::read_surroundings(workspace), files::device_with_whole_reads(workspace.root())};
}

static AnswerText search_page(const Request& request, const Workspace& workspace)
{
    Page page = answered(request, workspace);
    const Remarks remarks = remarks_on(page, request, workspace);
    return AnswerText(report(std::move(page.findings), *request.mode, remarks));
}

static AnswerText search_workspace(const Request& sent, const Workspace& workspace)
{
    return answer_within_limits(normalised(sent, workspace), &Request::max_bytes,
        [&](const Request& request) { return search_page(request, workspace); });
}

static const Tool<Request> tool {
    .name = "fs_search",
    .summary = "Search files for a regex or text. Skips hidden, binary and ignored (.gitignore) "
        "files.",
    .parameters = parameters(),
    .flags = {
        flag("max-bytes", &Request::max_bytes,
            "Maximum size of an answer, about; the rest is on the next page",
            between(1, 1LL << 40)),
        flag("max-file-bytes", &Request::max_file_bytes,
            "Maximum size of a file to search; larger files are skipped", between(1, 1LL << 40)),
        flag("threads", &Request::threads, "Number of threads; 0: one per processor",
            between(0, 64)),
    },
    .sandbox = {.workspace = sandbox::Access::read, .threads = sandbox::Threads::many},
    .limits_answers = true,
    .display = {"search", "search", {"\"{pattern}\"", "\"{query}\"", "in {path}"}},
    .example = {R"(echo '{"pattern":"^[MT]","contextLines":1}' | fs_search)",
        R"({"files":[{"path":"notes.txt","lines":"1:Mint\n2:Milk\n3-Cocoa"}],"truncated":false,"filesSearched":1})"},
    .prepare = prepare,
    .run = search_workspace,
    .rewrite = translate,
};

}

int main(int argc, char** argv) { return fs_search::tool.main(argc, argv); }
