#include "agent/liquid/scope.hpp"

#include "toolkit/system/error.hpp"

#include <utility>

namespace agent::liquid {

Scope::Scope(const Json& data, const Settings& settings)
    : settings(settings)
    , data(data)
    , steps_left(settings.limits.steps)
    , bytes_left(settings.limits.made_bytes)
{
}

Value Scope::variable(std::string_view name) const
{
    if (name == "forloop")
        return forloop(loops.size());
    for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop)
        if (loop->variable == name)
            return loop->value;
    if (const auto found = assigned.find(name); found != assigned.end())
        return found->second;
    if (!data.is_object())
        return {};
    for (const auto& [alias, member] : settings.aliases)
        if (alias == name)
            return variable(member);
    const auto found = data.find(name);
    return found == data.end() ? Value {} : referring_to(*found);
}

std::optional<Value> Scope::Loop::member(std::string_view name_of_member) const
{
    if (name_of_member == "name")
        return made_of(name);
    if (name_of_member == "length")
        return made_of(length);
    if (name_of_member == "index")
        return made_of(index + 1);
    if (name_of_member == "index0")
        return made_of(index);
    if (name_of_member == "rindex")
        return made_of(length - index);
    if (name_of_member == "rindex0")
        return made_of(length - index - 1);
    if (name_of_member == "first")
        return made_of(index == 0);
    if (name_of_member == "last")
        return made_of(index + 1 == length);
    return std::nullopt;
}

Value Scope::forloop(std::size_t depth) const
{
    if (depth == 0)
        return {};
    const Loop& loop = loops[depth - 1];
    Json values;
    for (const auto* name :
        {"name", "length", "index", "index0", "rindex", "rindex0", "first", "last"})
        values[name] = *loop.member(name)->json;
    if (depth > 1)
        values["parentloop"] = *forloop(depth - 1).json;
    return made_of(std::move(values));
}

void Scope::assign(const std::string& name, Value value)
{
    assigned.insert_or_assign(name, std::move(value));
}

void Scope::begin_loop(Loop loop) { loops.push_back(std::move(loop)); }
void Scope::end_loop() { loops.pop_back(); }

void Scope::count_steps(std::size_t steps)
{
    if (steps > steps_left)
        throw ToolError(Code::too_large,
            "the template takes more than " + std::to_string(settings.limits.steps) + " steps");
    steps_left -= steps;
}

void Scope::check_size(std::size_t bytes) const
{
    if (bytes > settings.limits.output_bytes)
        throw ToolError(Code::too_large,
            "the template makes more than " + std::to_string(settings.limits.output_bytes)
                + " bytes");
}

// Estimates the memory of a value: its strings, and at least 32 bytes for each element.
static std::size_t bytes_of(const Json& json)
{
    std::size_t bytes = 32;
    if (json.is_string())
        bytes += json.get_ref<const std::string&>().size();
    if (json.is_structured())
        for (auto one = json.begin(); one != json.end(); ++one)
            bytes += bytes_of(*one) + (json.is_object() ? one.key().size() : 0);
    return bytes;
}

void Scope::count_made(const Value& value)
{
    const std::size_t bytes = value.is(Value::Kind::json) ? bytes_of(*value.json) : 0;
    if (value.is_text())
        check_size(bytes);
    if (bytes > bytes_left)
        throw ToolError(Code::too_large,
            "the filters make more than " + std::to_string(settings.limits.made_bytes) + " bytes");
    bytes_left -= bytes;
}

}
