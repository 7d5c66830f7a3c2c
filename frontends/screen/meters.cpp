#include "frontends/screen/meters.hpp"

#include "frontends/screen/amounts.hpp"
#include "frontends/screen/fields.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/members.hpp"

#include <array>
#include <cstdio>
#include <vector>

namespace frontends::screen {

static void take_text(std::string& into, const Json& event, const char* name)
{
    if (std::string text = text_field(event, name); !text.empty())
        into = std::move(text);
}

void Meters::take(const Json& event)
{
    made.reset();
    take_text(model, event, "model");
    take_text(approve, event, "approve");
    take_text(session, event, "session");
    window = number_field(event, "contextWindow").value_or(window);
    if (const auto estimate = number_field(event, "contextTokens")) {
        context = estimate;
        is_estimate = true;
    }
}

void Meters::add_usage(const Json& event)
{
    made.reset();
    const Json& usage = json::member(event, "usage");
    const std::uint64_t asked = number_field(usage, "prompt_tokens").value_or(0);
    const std::uint64_t answered = number_field(usage, "completion_tokens").value_or(0);
    in += asked;
    out += answered;
    cached
        += number_field(json::member(usage, "prompt_tokens_details"), "cached_tokens").value_or(0);
    if (asked > 0 && !flag_field(event, "nested")) {
        context = asked + answered;
        is_estimate = false;
    }
    if (const Json& value = json::member(event, "cost"); value.is_number())
        cost = value.get<double>();
}

static SafeText cost_text(double cost)
{
    std::array<char, 32> text {};
    std::snprintf(text.data(), text.size(), cost < 0.1 ? "$%.3f" : "$%.2f", cost);
    return prose(text.data());
}

const Line& Meters::line(std::size_t columns, const Palette& palette) const
{
    if (!made || made->columns != columns)
        made = Made {columns, made_line(columns, palette)};
    return made->line;
}

Line Meters::made_line(std::size_t columns, const Palette& palette) const
{
    std::vector<SafeText> parts;
    if (!model.empty())
        parts.push_back(strict(model));
    if (context) {
        SafeText part = (is_estimate ? SafeText("~") : SafeText()) + tokens_text(*context);
        if (window > 0)
            part += SafeText(" of ") + tokens_text(window) + " ("
                + number_text(100 * *context / window) + " %)";
        parts.push_back(part);
    }
    if (in + out > 0) {
        SafeText part = SafeText("in ") + tokens_text(in);
        if (cached > 0)
            part += SafeText(" (") + tokens_text(cached) + " cached)";
        parts.push_back(part + " out " + tokens_text(out));
    }
    if (cost)
        parts.push_back(cost_text(*cost));
    if (!approve.empty())
        parts.push_back(SafeText("approve ") + strict(approve));
    if (!session.empty())
        parts.push_back(strict(session));
    Line line;
    for (const SafeText& part : parts) {
        Line longer = line;
        if (!line.empty())
            longer.add(" · ", palette.of(Role::dim));
        longer.add(part, palette.of(Role::dim));
        if (longer.max_columns() >= columns)
            return line.empty() ? cut(longer, columns) : line;
        line = longer;
    }
    return line;
}

}
