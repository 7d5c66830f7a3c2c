#include "toolkit/tool/runs_later_field.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/call_notes.hpp"

namespace toolkit::tool {

void put_runs_later(Json& answer, const workspace::LaterFiles& touched)
{
    constexpr std::size_t most = 20;
    workspace::LaterFiles files = touched;
    for (const std::string& path : workspace::notes_of_call().recovered) {
        files.add(path, workspace::EntryKind::other);
        files.add(path, workspace::EntryKind::directory);
    }
    for (const std::string& path : files.paths()) {
        if (answer["runsLater"].size() == most)
            break;
        answer["runsLater"].push_back(text::printable(path));
    }
    if (files.paths().size() > most)
        answer["runsLaterMore"] = files.paths().size() - most;
    if (files.is_incomplete())
        answer["runsLaterIncomplete"] = true;
}

}
