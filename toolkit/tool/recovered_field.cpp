#include "toolkit/tool/recovered_field.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/call_notes.hpp"

namespace toolkit::tool {

void put_recovered(Json& answer)
{
    constexpr std::size_t most = 20;
    const auto& notes = workspace::notes_of_call();
    const std::string name = notes.is_dry_run ? "recovers" : "recovered";
    for (const std::string& path : notes.recovered) {
        if (answer[name].size() == most) {
            answer[name + "More"] = notes.recovered.size() - most;
            break;
        }
        answer[name].push_back(text::printable(path));
    }
}

}
