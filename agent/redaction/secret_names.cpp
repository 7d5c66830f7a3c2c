#include "agent/redaction/secret_names.hpp"

#include <algorithm>
#include <array>
#include <cctype>

bool is_secret_name(std::string_view name)
{
    static constexpr std::array<std::string_view, 8> endings {
        "KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "CREDENTIALS"};
    std::string upper(name);
    std::transform(
        upper.begin(), upper.end(), upper.begin(), [](unsigned char c) { return std::toupper(c); });
    std::string_view rest = upper;
    while (!rest.empty()) {
        const std::string_view word = rest.substr(0, rest.find('_'));
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
        if (word == "PASS" || (word == "PWD" && upper != "PWD"))
            return true;
        for (const auto& ending : endings)
            if (word.ends_with(ending))
                return true;
    }
    return false;
}

static bool is_same_name(std::string_view left, std::string_view right)
{
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
        [](unsigned char one, unsigned char other) { return std::tolower(one) == std::tolower(other); });
}

std::vector<std::string> secret_values(const char* const* environment, const std::vector<std::string>& names)
{
    const auto is_secret = [&](std::string_view name) {
        return is_secret_name(name) || std::any_of(names.begin(), names.end(), [&](const std::string& one) {
            return is_same_name(one, name);
        });
    };
    std::vector<std::string> values;
    for (; *environment != nullptr; ++environment) {
        const std::string_view entry = *environment;
        const std::size_t equals = entry.find('=');
        if (equals != std::string_view::npos && is_secret(entry.substr(0, equals)))
            values.emplace_back(entry.substr(equals + 1));
    }
    return values;
}
