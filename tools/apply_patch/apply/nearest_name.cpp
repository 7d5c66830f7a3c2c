#include "nearest_name.hpp"

#include "toolkit/text/text.hpp"
#include "toolkit/workspace/nearest_path.hpp"

namespace apply_patch::apply {

using namespace toolkit;

// To delete or to rename the nearest file in place of one that is gone already may be wrong, so
// that hint stays.
ToolError with_nearest_name(const Workspace& workspace, const std::vector<NamedChange>& changes,
    const Tree& tree, ToolError error)
{
    for (const auto& named : changes) {
        const read::Action action = named.change->action;
        const bool has_source = action == read::Action::rename || action == read::Action::copy;
        if (action == read::Action::create
            || tree.at(has_source ? named.from_key : named.key).before)
            continue;
        const std::string& name = has_source ? named.change->from : named.name;
        if (const auto near = workspace::nearest_path(workspace, name))
            error.hint
                = (error.hint.empty() || action == read::Action::modify ? "" : error.hint + "; ")
                + "the nearest path to " + text::in_quotes(name) + " is " + text::in_quotes(*near);
        break;
    }
    return error;
}

}
