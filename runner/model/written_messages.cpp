#include "runner/model/written_messages.hpp"

#include <string_view>
#include <utility>

static constexpr std::string_view closing = "]}";

const std::string& WrittenMessages::write(
    const Json& request, const Json& messages, const std::vector<std::string>& unwanted)
{
    std::string wanted_opening = request.dump();
    wanted_opening.back() = ','; // instead of the brace that closes it
    wanted_opening += "\"messages\":[";
    const bool goes_on
        = known > 0 && known <= messages.size() && messages[known - 1] == last && unwanted == left_out;
    if (goes_on && wanted_opening == opening) {
        text.resize(text.size() - closing.size());
    } else {
        left_out = unwanted;
        opening = std::move(wanted_opening);
        text = opening;
        known = 0;
    }
    for (; known < messages.size(); ++known) {
        Json wanted = messages[known];
        for (const auto& field : left_out)
            wanted.erase(field);
        text += (known == 0 ? "" : ",") + wanted.dump();
    }
    if (known > 0)
        last = messages[known - 1];
    return text += closing;
}
