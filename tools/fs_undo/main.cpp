#include "answer.hpp"
#include "undo.hpp"

#include "toolkit/tool/tool.hpp"

namespace fs_undo {

using namespace toolkit;
using namespace toolkit::tool;

static Answer undo(const Request& request, const Workspace& workspace)
{
    return answer_of(undo_steps(workspace, request), request.dry_run);
}

static std::vector<Parameter<WantedStep>> step_rows()
{
    std::vector<Parameter<WantedStep>> rows {
        required("n", &WantedStep::number, "", at_least(1)),
        optional("sha256", &WantedStep::sha256, "Of its line in the log").of_format(sha256_format),
    };
    return rows;
}

static const Tool<Request> tool {
    .name = "fs_undo",
    .summary = "Undo the last changes of files; nothing that was changed since is overwritten.",
    .parameters = {
        optional("last", &Request::last, "How many steps; default 1", at_least(1)),
        optional("steps", &Request::steps, step_rows(), "These, in place of the last"),
        optional("redo", &Request::redo, "Take undos back"),
        optional("dryRun", &Request::dry_run, "Show the diff, change nothing"),
    },
    .sandbox = {.workspace = sandbox::Access::write, .links = sandbox::Links::may_be_made},
    .answer = {{"undone", "array"}, {"files", "array"}},
    .display = {"edit", "undo", {}, {"{undone:step/steps}"}},
    .run = undo,
};

}

int main(int argc, char** argv) { return fs_undo::tool.main(argc, argv); }
