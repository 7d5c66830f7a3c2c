#include "answer.hpp"
#include "undo.hpp"

#include "toolkit/tool/tool.hpp"

namespace fs_undo {

using namespace toolkit;
using namespace toolkit::tool;

static Answer undo(const Request& request, const Workspace& workspace)
{
    if (request.shows)
        return answer_of(show_steps(workspace, request));
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

static constexpr auto choices(Plan)
{
    return std::array {tool::Choice {Plan::restore, "restore"}, tool::Choice {Plan::merge, "merge"},
        tool::Choice {Plan::keep, "keep"}};
}

static std::vector<Parameter<Choice>> choice_rows()
{
    return {required("path", &Choice::path, ""), required("plan", &Choice::plan, "")};
}

static const Tool<Request> undo_tool {
    .name = "fs_undo",
    .summary = "Undo the last changes of files; what was changed since is merged or left alone.",
    .parameters = {
        optional("last", &Request::last, "How many steps; default 1", at_least(1)),
        optional("steps", &Request::steps, step_rows(), "Undo these steps, not the last"),
        optional("choices", &Request::choices, choice_rows(),
            "Plans for paths in place of their default; restore also discards what was changed "
            "since"),
        optional("redo", &Request::redo, "Redo undone steps"),
        optional("show", &Request::shows,
            "Return the steps' changes as diffs; undo nothing"),
        optional("dryRun", &Request::dry_run, "Show the diff, change nothing"),
    },
    .sandbox = {.workspace = sandbox::Access::write, .links = sandbox::Links::may_be_made},
    .answer = {{"undone", "array"}, {"files", "array"}},
    .display = {"edit", "undo", {}, {"{undone:step/steps}"}},
    .example = {R"(echo '{}' | fs_undo --keep-undo=1000000)",
        R"({"undone":[1],"files":[{"path":"notes.txt","action":"created","sha256":"a2bd4d21…","plan":"restore","plans":["restore","keep"],"added":2,"removed":0,"steps":[1]}]})"},
    .run = undo,
};

}

int main(int argc, char** argv) { return fs_undo::undo_tool.main(argc, argv); }
