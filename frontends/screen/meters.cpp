#include "frontends/screen/meters.hpp"

#include "agent/channel/codec.hpp"
#include "frontends/screen/values.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

namespace frontends::screen {

using namespace toolkit;

// Keeps the old name if the new one is empty.
void Meters::set_names(const std::string& new_model, const std::string& new_session)
{
    made.reset();
    if (!new_model.empty())
        model = new_model;
    if (!new_session.empty())
        session = new_session;
}

static std::uint64_t count_of(std::int64_t number)
{
    return static_cast<std::uint64_t>(std::max<std::int64_t>(number, 0));
}

void Meters::take(const channel::ChatHello& event)
{
    set_names(event.model, event.session.value_or(""));
    approve = event.approve;
    window = count_of(event.context_window);
}

void Meters::take(const channel::Meters& event)
{
    set_names(event.model, event.session);
    approve = event.approve;
    window = count_of(event.context_window);
    if (event.context_tokens) {
        context = count_of(*event.context_tokens);
        is_estimate = true;
    }
}

// Returns a count by the name that the server of the model uses; 0 if it is not a count.
static std::uint64_t tokens_in(const Json& usage, const char* name)
{
    const Json& value = json::member(usage, name);
    if (!value.is_number() || value.get<double>() < 0 || value.get<double>() > 1e15)
        return 0;
    return value.get<std::uint64_t>();
}

void Meters::add(const channel::ChatUsage& event)
{
    made.reset();
    const Json& usage = event.usage.json();
    const std::uint64_t asked = tokens_in(usage, "prompt_tokens");
    const std::uint64_t answered = tokens_in(usage, "completion_tokens");
    in += asked;
    out += answered;
    cached += tokens_in(json::member(usage, "prompt_tokens_details"), "cached_tokens");
    if (asked > 0 && !event.nested) {
        context = asked + answered;
        is_estimate = false;
    }
    if (event.cost)
        cost = event.cost;
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
    if (approve)
        parts.push_back(SafeText("approve ") + strict(channel::word_of(*approve)));
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
