#include "git_fields.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace exec {

static Json printable_paths(const std::vector<std::string>& paths)
{
    Json array = Json::array();
    for (const std::string& path : paths)
        array.push_back(text::printable(path));
    return array;
}

void add_git(Json& answer, const git::GitWatch::Found& found)
{
    if (!found.obeyed.empty())
        answer["gitObeys"] = printable_paths(found.obeyed);
    if (found.more > 0)
        answer["gitObeysMore"] = found.more;
    if (!found.incomplete.empty()) {
        answer["gitObeysIncomplete"] = true;
        answer["gitObeysIncompleteReason"] = found.incomplete;
    }
    if (!found.removed.empty())
        answer["gitRemoved"] = printable_paths(found.removed);
    if (found.more_removed > 0)
        answer["gitRemovedMore"] = found.more_removed;
}

void add_git_history(Json& answer, const git::HistoryKeeper::Found& found)
{
    constexpr std::size_t most = 100;
    for (const git::MovedRef& ref : found.moved) {
        if (answer["gitRefs"].size() == most)
            break;
        Json moved {{"ref", text::printable(ref.name)}};
        if (!ref.was.empty())
            moved["was"] = ref.was;
        if (ref.now)
            moved["now"] = *ref.now;
        answer["gitRefs"].push_back(std::move(moved));
    }
    if (found.moved.size() > most)
        answer["gitRefsMore"] = found.moved.size() - most;
    if (found.kept > 0) {
        answer["gitKept"] = found.kept;
        answer["gitKeptRef"] = git::kept_ref;
    }
    if (!found.restored.empty())
        answer["gitRestored"] = printable_paths({found.restored.begin(),
            found.restored.begin()
                + static_cast<std::ptrdiff_t>(std::min(found.restored.size(), most))});
    if (found.restored.size() > most)
        answer["gitRestoredMore"] = found.restored.size() - most;
    if (!found.restored.empty())
        answer["note"] = json::string_member(answer, "note") + (answer.contains("note") ? "; " : "")
            + "the command removed parts of .git, which were put back: history cannot be deleted "
              "from here";
    if (!found.incomplete.empty())
        answer["gitHistoryIncomplete"] = text::printable(found.incomplete);
}

}
