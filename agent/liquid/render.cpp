#include "agent/liquid/render.hpp"

#include "agent/liquid/error.hpp"
#include "agent/liquid/filters.hpp"
#include "agent/liquid/number.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace agent::liquid {

class Renderer {
public:
    Renderer(Scope& scope, BoundedText& result)
        : scope(scope)
        , result(result)
    {
    }

    Jump add(const Nodes& nodes);

private:
    Jump add_node(const Node& node);
    Jump add_form(const Node& node);
    Jump add_choice(const Choice& choice);
    Jump add_case(const Case& cases);
    Jump add_loop(const For& loop);
    Jump add_turns(const For& loop, const std::vector<Value>& turns, const std::string& name);

    Scope& scope;
    BoundedText& result;
};

Jump Renderer::add(const Nodes& nodes)
{
    for (const auto& node : nodes.list)
        if (const Jump jump = add_node(node); jump != Jump::none)
            return jump;
    return Jump::none;
}

Jump Renderer::add_node(const Node& node)
{
    return with_place(node.offset, [&] {
        scope.count_steps(1);
        return add_form(node);
    });
}

Jump Renderer::add_form(const Node& node)
{
    if (const auto* text = std::get_if<Text>(&node.form)) {
        result.add(text->text);
    } else if (const auto* output = std::get_if<Output>(&node.form)) {
        result.add(text_of(evaluated(output->filtered, scope)));
    } else if (const auto* assignment = std::get_if<Assignment>(&node.form)) {
        scope.assign(assignment->name, evaluated(assignment->filtered, scope));
    } else if (const auto* capture = std::get_if<Capture>(&node.form)) {
        BoundedText inner(scope);
        const Jump jump = Renderer(scope, inner).add(capture->nodes);
        const Value value = made_of(std::move(inner.text));
        scope.count_made(value);
        scope.assign(capture->name, value);
        return jump;
    } else if (const auto* choice = std::get_if<Choice>(&node.form)) {
        return add_choice(*choice);
    } else if (const auto* cases = std::get_if<Case>(&node.form)) {
        return add_case(*cases);
    } else if (const auto* loop = std::get_if<For>(&node.form)) {
        return add_loop(*loop);
    } else {
        return std::get<Jump>(node.form);
    }
    return Jump::none;
}

Jump Renderer::add_choice(const Choice& choice)
{
    for (const auto& branch : choice.branches)
        if (!branch.condition || holds(*branch.condition, scope))
            return add(branch.nodes);
    return Jump::none;
}

// Evaluates the comparisons one by one, since a branch may assign variables that later ones use.
Jump Renderer::add_case(const Case& cases)
{
    bool has_matched = false;
    for (const auto& branch : cases.branches) {
        if (branch.is_else && !has_matched)
            if (const Jump jump = add(branch.nodes); jump != Jump::none)
                return jump;
        for (const auto& value : branch.values) {
            if (!are_equal(evaluated(cases.subject, scope), evaluated(value, scope)))
                continue;
            has_matched = true;
            if (const Jump jump = add(branch.nodes); jump != Jump::none)
                return jump;
        }
    }
    return Jump::none;
}

static std::vector<Value> turns_of(const Value& list)
{
    std::vector<Value> turns;
    if (list.is_list()) {
        for (const auto& one : *list.json)
            turns.push_back(part_of(list, one));
    } else if (list.is_object()) {
        for (auto one = list.json->begin(); one != list.json->end(); ++one)
            turns.push_back(made_of(Json::array({one.key(), one.value()})));
    } else if (list.is(Value::Kind::range)) {
        for_each_element(list, [&](const Value& one) { turns.push_back(one); });
    } else if (list.is_text() && !list.json->get_ref<const std::string&>().empty()) {
        turns.push_back(list);
    }
    return turns;
}

static std::size_t count_of(
    const std::vector<Expression>& option, std::size_t otherwise, Scope& scope)
{
    if (option.empty())
        return otherwise;
    const Value value = evaluated(option.front(), scope);
    if (value.is_nil())
        return otherwise;
    const std::int64_t count = value.is(Value::Kind::json) && value.json->is_number_float()
        ? rounded_down(value).json->get<std::int64_t>()
        : integer_of(value, text::in_quotes(option.front().source));
    return static_cast<std::size_t>(std::max<std::int64_t>(count, 0));
}

Jump Renderer::add_loop(const For& loop)
{
    const Value list = evaluated(loop.list, scope);
    if (list.is(Value::Kind::missing) && !scope.settings.allows_missing)
        throw TemplateError(loop.list.offset,
            ToolError(Code::not_found, text::in_quotes(loop.list.source) + " has no value"));
    scope.count_steps(size_of(list));
    std::vector<Value> turns = turns_of(list);
    const std::string name = loop.variable + "-" + loop.list.source;
    const bool is_text = list.is_text(); // a text is one iteration, whatever the options say
    const std::size_t offset = is_text ? 0
        : loop.goes_on                 ? scope.ends_of_loops[name]
                                       : count_of(loop.offset, 0, scope);
    const std::size_t begin = std::min(offset, turns.size());
    const std::size_t limit = is_text ? 1 : count_of(loop.limit, turns.size(), scope);
    const std::size_t count = std::min(limit, turns.size() - begin);
    turns.erase(turns.begin() + static_cast<std::ptrdiff_t>(begin + count), turns.end());
    turns.erase(turns.begin(), turns.begin() + static_cast<std::ptrdiff_t>(begin));
    scope.ends_of_loops[name] = begin + count;
    if (loop.is_reversed)
        std::reverse(turns.begin(), turns.end());
    return turns.empty() ? add(loop.otherwise) : add_turns(loop, turns, name);
}

Jump Renderer::add_turns(const For& loop, const std::vector<Value>& turns, const std::string& name)
{
    scope.begin_loop({.variable = loop.variable, .name = name, .length = turns.size()});
    for (std::size_t i = 0; i < turns.size(); ++i) {
        scope.loop().index = i;
        scope.loop().value = turns[i];
        if (add(loop.body) == Jump::leave_loop)
            break;
    }
    scope.end_loop();
    return Jump::none;
}

std::string rendered(const Nodes& nodes, Scope& scope)
{
    BoundedText result(scope);
    Renderer(scope, result).add(nodes);
    return std::move(result.text);
}

}
