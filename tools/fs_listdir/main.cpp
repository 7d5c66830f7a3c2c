#include "report.hpp"
#include "request.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/tool/answer.hpp"
#include "toolkit/tool/tool.hpp"

namespace fs_listdir {

using namespace toolkit;
using namespace toolkit::tool;

static void read_surroundings(Request& request, const Workspace& workspace)
{
    request.surroundings = ignore::read_surroundings(workspace);
}

static AnswerText list_directory(const Request& sent, const Workspace& workspace)
{
    const Request request = normalised(sent, workspace);
    try {
        const Listing listing = list(workspace, wanted_of(request), request.surroundings);
        return answer_within_limits(request, &Request::max_bytes,
            [&](const Request& page) { return report(listing, page, workspace); });
    } catch (ToolError& error) {
        if (error.code != Code::not_found
            || request.path.find_first_of("*?[{") == std::string::npos)
            throw;
        Request with_glob = sent;
        with_glob.globs.insert(with_glob.globs.begin(), std::exchange(with_glob.path, "."));
        error.hint = with_request("a glob belongs in 'globs'", normalised(with_glob, workspace));
        throw;
    }
}

static const Tool<Request> tool {
    .name = "fs_listdir",
    .summary = "List a directory, or find files by globs. Skips hidden and (if recursive) ignored "
        "files.",
    .parameters = parameters(),
    .flags = {
        flag("max-bytes", &Request::max_bytes,
            "Maximum size of an answer, about; the rest is on the next page",
            between(1, 1LL << 40)),
    },
    .sandbox = {.workspace = sandbox::Access::read},
    .limits_answers = true,
    .display = {"search", "list", {"{path}", "{globs}"}, {"{entries:entry/entries}"}},
    .example = {R"(echo '{"globs":["**/*.{c,txt}"]}' | fs_listdir)",
        R"({"paths":["old/notes.txt","src/main.c"],"truncated":false})"},
    .prepare = read_surroundings,
    .run = list_directory,
};

}

int main(int argc, char** argv) { return fs_listdir::tool.main(argc, argv); }
