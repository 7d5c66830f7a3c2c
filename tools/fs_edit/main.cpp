#include "answer.hpp"
#include "parameters.hpp"

namespace fs_edit {

using namespace toolkit;
using namespace toolkit::tool;

static Answer edit(const Request& request, const Workspace& workspace)
{
    return answer_of(edit_file(workspace, request));
}

static const Tool<Request> tool {
    .name = "fs_edit",
    .summary = "Replace a string in a file, or insert lines; returns the diff.",
    .parameters = parameters(),
    .flags = {
        flag("max-file-bytes", &Request::max_file_bytes, "Maximum size of a file to edit",
            at_least(1)),
    },
    .sandbox = {.workspace = sandbox::Access::write},
    .tracks_files = true,
    .answer = {{"replacements", "integer"}, {"strategy", "string", false}, {"sha256", "string"},
        {"diff", "string", false}},
    .display = {"edit", "edit", {"{path}"}, {"{replacements:place/places}"}},
    .example = {R"(echo '{"path":"src/main.c","oldString":"return 1;","newString":"return 0;"}' | fs_edit)",
        R"({"replacements":1,"strategy":"exact","sha256":"f186e4eb…","diff":"--- a/src/main.c\n+++ b/src/main.c\n@@ -1,4 +1,4 @@\n int main(void)\n {\n-    return 1;\n+    return 0;\n }\n"})"},
    .run = edit,
    .rewrite = translate,
};

}

int main(int argc, char** argv) { return fs_edit::tool.main(argc, argv); }
