#include "agent/liquid/references.hpp"

#include <set>
#include <utility>

namespace agent::liquid {

class ReferenceFinder {
public:
    std::vector<Reference> found = {};
    std::vector<Reference> assigned = {};

    void add(const Nodes& nodes);
    void add(const Condition& condition);
    void add(const Filtered& filtered);

private:
    void add_node(const Node& node);
    void add_loop(const For& loop);
    void add(const Expression& expression);
    void add(const Path& path, std::size_t offset);
    void add(const std::vector<Expression>& expressions);
    void define(const std::string& name, std::size_t offset)
    {
        own.insert(name);
        assigned.push_back({.names = {name}, .offset = offset});
    }

    std::multiset<std::string> own = {"forloop"}; // variables that the template has assigned
};

void ReferenceFinder::add(const Path& path, std::size_t offset)
{
    Reference reference {.names = {}, .offset = offset};
    bool is_literal = true;
    for (const auto& step : path.steps) {
        const auto* key = step.key ? std::get_if<Value>(&step.key->form) : nullptr;
        if (step.key && key == nullptr)
            add(*step.key);
        const bool was_literal = is_literal;
        is_literal = is_literal && (!step.key || (key != nullptr && key->is_text()));
        reference.has_number = reference.has_number
            || (was_literal && !is_literal && key != nullptr && key->is(Value::Kind::json)
                && key->json->is_number());
        if (is_literal)
            reference.names.push_back(step.key ? text_of(*key) : step.name);
    }
    if (reference.names.empty() || own.count(reference.names.front()) == 0)
        found.push_back(std::move(reference));
}

void ReferenceFinder::add(const Expression& expression)
{
    if (const auto* path = std::get_if<Path>(&expression.form)) {
        add(*path, expression.offset);
    } else if (const auto* range = std::get_if<RangeOf>(&expression.form)) {
        add(*range->first);
        add(*range->last);
    }
}

void ReferenceFinder::add(const std::vector<Expression>& expressions)
{
    for (const auto& expression : expressions)
        add(expression);
}

void ReferenceFinder::add(const Filtered& filtered)
{
    add(filtered.value);
    for (const auto& filter : filtered.filters) {
        add(filter.arguments);
        add(filter.allow_false);
    }
}

void ReferenceFinder::add(const Condition& condition)
{
    add(condition.sides);
    for (const auto& part : condition.parts)
        add(part);
}

void ReferenceFinder::add_loop(const For& loop)
{
    add(loop.list);
    add(loop.offset);
    add(loop.limit);
    const auto variable = own.insert(loop.variable);
    add(loop.body);
    own.erase(variable);
    add(loop.otherwise);
}

void ReferenceFinder::add_node(const Node& node)
{
    if (const auto* output = std::get_if<Output>(&node.form)) {
        add(output->filtered);
    } else if (const auto* assignment = std::get_if<Assignment>(&node.form)) {
        add(assignment->filtered);
        define(assignment->name, node.offset);
    } else if (const auto* capture = std::get_if<Capture>(&node.form)) {
        add(capture->nodes);
        define(capture->name, node.offset);
    } else if (const auto* choice = std::get_if<Choice>(&node.form)) {
        for (const auto& branch : choice->branches) {
            if (branch.condition)
                add(*branch.condition);
            add(branch.nodes);
        }
    } else if (const auto* cases = std::get_if<Case>(&node.form)) {
        add(cases->subject);
        for (const auto& branch : cases->branches) {
            add(branch.values);
            add(branch.nodes);
        }
    } else if (const auto* loop = std::get_if<For>(&node.form)) {
        add_loop(*loop);
    }
}

void ReferenceFinder::add(const Nodes& nodes)
{
    for (const auto& node : nodes.list)
        add_node(node);
}

std::vector<Reference> references_of(const Nodes& nodes)
{
    ReferenceFinder finder;
    finder.add(nodes);
    return std::move(finder.found);
}

std::vector<Reference> references_of(const Filtered& filtered)
{
    ReferenceFinder finder;
    finder.add(filtered);
    return std::move(finder.found);
}

std::vector<Reference> assigned_in(const Nodes& nodes)
{
    ReferenceFinder finder;
    finder.add(nodes);
    return std::move(finder.assigned);
}

std::vector<Reference> references_of(const Condition& condition)
{
    ReferenceFinder finder;
    finder.add(condition);
    return std::move(finder.found);
}

}
