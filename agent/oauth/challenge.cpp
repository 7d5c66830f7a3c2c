#include "agent/oauth/challenge.hpp"

#include "agent/oauth/encoding.hpp"
#include "toolkit/text/characters.hpp"

#include <algorithm>

namespace agent::oauth {

using namespace toolkit;

namespace {

constexpr std::size_t max_field = 8 << 10;
constexpr std::string_view more_of_token = "!#$%&'*+-.^_`|~";
constexpr std::string_view more_of_token68 = "-._~+/";

class ChallengeReader {
public:
    explicit ChallengeReader(std::string_view field)
        : rest(field.substr(0, max_field))
    {
    }

    std::vector<Challenge> read()
    {
        for (;;) {
            skip(" \t,");
            const std::string_view word = take_token();
            if (word.empty())
                return std::move(challenges);
            const std::string_view after_word = rest;
            skip(" \t");
            if (rest.starts_with('=') && !challenges.empty()) {
                if (!read_value(std::string(word)))
                    return std::move(challenges);
                continue;
            }
            challenges.push_back({text::in_lower_case(word)});
            if (rest.size() < after_word.size())
                skip_token68();
        }
    }

private:
    void skip(std::string_view letters)
    {
        rest.remove_prefix(std::min(rest.find_first_not_of(letters), rest.size()));
    }

    std::string_view take_token()
    {
        const std::size_t size = text::name_length(rest, more_of_token);
        const std::string_view token = rest.substr(0, size);
        rest.remove_prefix(size);
        return token;
    }

    // Skips the token68 that a scheme may have instead of parameters.
    void skip_token68()
    {
        std::string_view after = rest.substr(text::name_length(rest, more_of_token68));
        after.remove_prefix(std::min(after.find_first_not_of('='), after.size()));
        const std::size_t end = after.find_first_not_of(" \t");
        const bool is_alone = end == std::string_view::npos || after[end] == ',';
        if (after.size() < rest.size() && is_alone)
            rest = after;
    }

    bool read_value(const std::string& name)
    {
        rest.remove_prefix(1);
        skip(" \t");
        std::string value;
        if (!rest.starts_with('"'))
            value = std::string(take_token());
        else if (!read_quoted(value))
            return false;
        challenges.back().parameters.emplace(text::in_lower_case(name), std::move(value));
        return true;
    }

    bool read_quoted(std::string& value)
    {
        for (std::size_t at = 1; at < rest.size(); ++at) {
            if (rest[at] == '"') {
                rest.remove_prefix(at + 1);
                return true;
            }
            if (rest[at] == '\\' && at + 1 < rest.size())
                ++at;
            value += rest[at];
        }
        return false;
    }

    std::string_view rest;
    std::vector<Challenge> challenges;
};

}

std::vector<Challenge> challenges_in(std::string_view field)
{
    return ChallengeReader(field).read();
}

BearerChallenge bearer_challenge_in(std::string_view field)
{
    for (Challenge& challenge : challenges_in(field))
        if (challenge.scheme == "bearer")
            return {challenge.parameters["resource_metadata"],
                sound_scopes(challenge.parameters["scope"]), challenge.parameters["error"]};
    return {};
}

}
