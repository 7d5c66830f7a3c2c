#include "toolkit/tool/runs_later_field.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/text/text.hpp"

namespace toolkit::tool {

void put_runs_later(Json& answer, const workspace::LaterFiles& files)
{
    constexpr std::size_t most = 20;
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
