#include "agent/display/written_arguments.hpp"

#include <algorithm>
#include <array>

namespace agent::display {

static constexpr std::size_t max_text = 500;

static bool is_name_of_path(std::string_view name)
{
    static constexpr std::array<std::string_view, 5> names {
        "path", "file_path", "filePath", "file", "filename"};
    return std::find(names.begin(), names.end(), name) != names.end();
}

void WrittenArguments::end_text()
{
    is_text = false;
    if (!is_value) {
        name = text;
        return;
    }
    is_value = false;
    most = std::max(most, newlines + 1);
    if (found.empty() && !has_escape && text.size() < max_text && is_name_of_path(name))
        found = text;
}

void WrittenArguments::add(std::string_view piece)
{
    for (const char letter : piece) {
        if (!is_text) {
            if (letter == '"') {
                is_text = true;
                text.clear();
                newlines = 0;
                has_escape = false;
            } else if (letter == ':') {
                is_value = true;
            } else if (letter == ',' || letter == '{') {
                is_value = false;
            }
            continue;
        }
        if (is_escape) {
            newlines += letter == 'n' ? 1 : 0;
            is_escape = false;
        } else if (letter == '\\') {
            is_escape = has_escape = true;
            continue;
        } else if (letter == '"') {
            end_text();
            continue;
        }
        if (text.size() < max_text)
            text += letter;
    }
}

std::size_t WrittenArguments::lines() const
{
    return std::max(most, is_text && is_value ? newlines + 1 : 0);
}

}
