#include "agent/liquid/filters.hpp"
#include "agent/liquid/number.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/percent_encoding.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace agent::liquid {

static Value escape(const Use& use)
{
    if (use.input.is_nil())
        return use.input;
    BoundedText result(use.scope);
    for (const char letter : text_in_filter(use.input)) {
        switch (letter) {
        case '&': result.add("&amp;"); break;
        case '<': result.add("&lt;"); break;
        case '>': result.add("&gt;"); break;
        case '"': result.add("&quot;"); break;
        case '\'': result.add("&#39;"); break;
        default: result.add(std::string_view(&letter, 1));
        }
    }
    return made_of(std::move(result.text));
}

// Encodes like an HTML form: a space becomes +.
static Value url_encode(const Use& use)
{
    if (use.input.is_nil())
        return use.input;
    BoundedText result(use.scope);
    for (const char letter : text_in_filter(use.input)) {
        if (letter == ' ')
            result.add("+");
        else if (text::is_letter_or_digit(letter) || text::is_one_of(letter, "_.-~"))
            result.add(std::string_view(&letter, 1));
        else
            result.add(text::percent_encoded(letter));
    }
    return made_of(std::move(result.text));
}

static Value checked_text(std::string text, std::string_view filter)
{
    if (!text::is_utf8(text))
        throw ToolError(
            Code::bad_request, "the result of " + text::in_quotes(filter) + " is not UTF-8");
    return made_of(std::move(text));
}

static Value url_decode(const Use& use)
{
    if (use.input.is_nil())
        return use.input;
    std::string text = text_in_filter(use.input);
    std::replace(text.begin(), text.end(), '+', ' ');
    return checked_text(text::percent_decoded(text), "url_decode");
}

static Value base64_encode(const Use& use)
{
    return made_of(text::base64_encode(text_in_filter(use.input)));
}

static Value base64_url_safe_encode(const Use& use)
{
    std::string text = text::base64_encode(text_in_filter(use.input));
    std::replace(text.begin(), text.end(), '+', '-');
    std::replace(text.begin(), text.end(), '/', '_');
    return made_of(std::move(text));
}

static Value decoded(const Use& use, const std::string& text, std::string_view filter)
{
    const bool is_text = use.input.is_text() || use.input.is_nil();
    auto bytes = is_text ? text::base64_decode(text) : std::nullopt;
    if (!bytes)
        throw ToolError(
            Code::bad_request, "the input of " + text::in_quotes(filter) + " is not base64");
    return checked_text(std::move(*bytes), filter);
}

static Value base64_decode(const Use& use)
{
    return decoded(use, text_in_filter(use.input), "base64_decode");
}

static Value base64_url_safe_decode(const Use& use)
{
    std::string text = text_in_filter(use.input);
    std::replace(text.begin(), text.end(), '-', '+');
    std::replace(text.begin(), text.end(), '_', '/');
    text.append((4 - text.size() % 4) % 4, '=');
    return decoded(use, text, "base64_url_safe_decode");
}

static Value json(const Use& use)
{
    constexpr std::int64_t most = 16;
    const Json value = json_of(use.input);
    const std::int64_t indentation = use.has(0)
        ? std::clamp<std::int64_t>(integer_of(use.argument(0), "the indentation"), 0, most)
        : 0;
    return made_of(value.dump(indentation == 0 ? -1 : static_cast<int>(indentation)));
}

static Value parse_json(const Use& use)
{
    return made_of(json::parse_bounded(text_in_filter(use.input)));
}

std::span<const FilterRow> encoding_filters()
{
    static constexpr std::array rows {
        FilterRow {"escape", 0, 0, escape},
        FilterRow {"url_encode", 0, 0, url_encode},
        FilterRow {"url_decode", 0, 0, url_decode},
        FilterRow {"base64_encode", 0, 0, base64_encode},
        FilterRow {"base64_decode", 0, 0, base64_decode},
        FilterRow {"base64_url_safe_encode", 0, 0, base64_url_safe_encode},
        FilterRow {"base64_url_safe_decode", 0, 0, base64_url_safe_decode},
        FilterRow {"json", 0, 1, json},
        FilterRow {"parse_json", 0, 0, parse_json},
        FilterRow {"date", 1, 1, date_of},
    };
    return rows;
}

}
