#include "agent/liquid/nodes.hpp"

#include "agent/liquid/characters.hpp"

#include <algorithm>

namespace agent::liquid {

static bool is_whitespace_alone(const Text& text)
{
    return !text.is_raw && std::all_of(text.text.begin(), text.text.end(), is_whitespace);
}

static bool is_blank_node(const Node& node)
{
    if (const auto* text = std::get_if<Text>(&node.form))
        return is_whitespace_alone(*text) || (text->is_raw && text->text.empty());
    if (const auto* choice = std::get_if<Choice>(&node.form))
        return are_blank(choice->branches);
    if (const auto* cases = std::get_if<Case>(&node.form))
        return are_blank(cases->branches);
    if (const auto* loop = std::get_if<For>(&node.form))
        return loop->body.is_blank() && loop->otherwise.is_blank();
    return std::holds_alternative<Assignment>(node.form)
        || std::holds_alternative<Capture>(node.form);
}

bool Nodes::is_blank() const { return std::all_of(list.begin(), list.end(), is_blank_node); }

void remove_whitespace(Nodes& nodes)
{
    std::erase_if(nodes.list, [](const Node& node) {
        const auto* text = std::get_if<Text>(&node.form);
        return text != nullptr && is_whitespace_alone(*text);
    });
}

}
