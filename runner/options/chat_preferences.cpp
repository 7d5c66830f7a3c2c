#include "runner/options/chat_preferences.hpp"

#include "runner/terminal/key_choice.hpp"
#include "runner/terminal/style.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

namespace runner::options {

using namespace toolkit;

static const char* const form_of_prices
    = "'prices' is not {MODEL: {\"input\": N, \"cached\": N, \"output\": N}, …}, in money for a "
      "million tokens, at most 1e9 each";

static std::map<std::string, std::string> colours_of(const Json& given)
{
    std::map<std::string, std::string> colours;
    if (!given.is_object())
        throw ToolError(Code::bad_request, "'colours' is not {ROLE: WORDS, …}");
    for (const auto& [role, words] : given.items()) {
        if (!terminal::role_named(role))
            throw ToolError(Code::bad_request,
                "'colours' is not {ROLE: WORDS, …}: it has " + text::in_quotes(role),
                "the roles are added, removed, heading, code, dim, warning, error, own");
        if (!words.is_string() || !terminal::style_of_words(words.get<std::string>()))
            throw ToolError(Code::bad_request, "'colours." + role + "' is not a look",
                "it is words like 'green bold': black, red, green, yellow, blue, magenta, cyan, "
                "white, each also as bright-…, and bold, dim, underline, reverse");
        colours[role] = words;
    }
    return colours;
}

// Returns the default key of the same action by the chosen key.
static std::map<std::string, std::string> keys_of(const Json& given)
{
    std::map<std::string, std::string> keys;
    if (!given.is_object())
        throw ToolError(Code::bad_request, "'keys' is not {ACTION: KEY, …}");
    for (const auto& [name, key] : given.items()) {
        const auto action = terminal::key_action_named(name);
        if (!action) {
            std::string names;
            for (const auto& known : terminal::key_actions)
                names += (names.empty() ? "" : ", ") + std::string(known.name);
            throw ToolError(Code::bad_request,
                "'keys' is not {ACTION: KEY, …}: it has " + text::in_quotes(name),
                "the actions are " + names);
        }
        if (!key.is_string() || !terminal::can_choose_key(key.get<std::string>()))
            throw ToolError(Code::bad_request, "'keys." + name + "' is not an allowed key",
                "it is ctrl- or alt- and a letter, but not Ctrl with C, D, H, I, J or M");
        if (!keys.emplace(key, action->key).second)
            throw ToolError(Code::bad_request,
                "'keys' has " + text::in_quotes(key.get<std::string>()) + " twice");
    }
    return keys;
}

static model::Price price_of(const Json& given)
{
    if (!given.is_object())
        throw ToolError(Code::bad_request, form_of_prices);
    for (const auto& [kind, amount] : given.items()) {
        if (kind != "input" && kind != "cached" && kind != "output")
            throw ToolError(Code::bad_request,
                std::string(form_of_prices) + ": it has " + text::in_quotes(kind));
        if (!amount.is_number() || amount < 0 || amount > model::max_price)
            throw ToolError(Code::bad_request, form_of_prices);
    }
    const double input = given.value("input", 0.0);
    return {input, given.value("cached", input), given.value("output", 0.0)};
}

ChatPreferences taste_of(const Json& config)
{
    ChatPreferences taste;
    if (config.contains("colours"))
        taste.colours = colours_of(config.at("colours"));
    if (config.contains("keys"))
        taste.keys = keys_of(config.at("keys"));
    if (!config.contains("prices"))
        return taste;
    if (!config.at("prices").is_object())
        throw ToolError(Code::bad_request, form_of_prices);
    for (const auto& [model, price] : config.at("prices").items())
        taste.prices[model] = price_of(price);
    return taste;
}

}
