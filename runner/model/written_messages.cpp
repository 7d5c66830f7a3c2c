#include "runner/model/written_messages.hpp"

#include <algorithm>
#include <utility>

void WrittenMessages::keep(std::size_t count)
{
    known.resize(count);
    ends.resize(count);
    text.resize(count == 0 ? opening.size() : ends.back());
}

const std::string& WrittenMessages::write(
    const Json& request, const Json& messages, const std::vector<std::string>& unwanted)
{
    std::string wanted_opening = request.dump();
    wanted_opening.back() = ','; // instead of the brace that closes it
    wanted_opening += "\"messages\":[";
    if (unwanted != left_out || wanted_opening != opening) {
        left_out = unwanted;
        opening = std::move(wanted_opening);
        text = opening;
        keep(0);
    }
    const auto [old, same] = std::mismatch(known.begin(), known.end(), messages.begin(), messages.end());
    keep(static_cast<std::size_t>(old - known.begin()));
    for (auto message = same; message != messages.end(); ++message) {
        known.push_back(*message);
        Json wanted = *message;
        for (const auto& field : left_out)
            wanted.erase(field);
        text += (known.size() == 1 ? "" : ",") + wanted.dump();
        ends.push_back(text.size());
    }
    return text += "]}";
}
