#include "runner/model/written_messages.hpp"

#include <algorithm>

void WrittenMessages::keep(std::size_t count)
{
    known.resize(count);
    ends.resize(count);
    text.resize(count == 0 ? 1 : ends.back());
}

const std::string& WrittenMessages::write(const Json& messages, const std::vector<std::string>& unwanted)
{
    if (unwanted != left_out) {
        left_out = unwanted;
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
    return text += ']';
}
