#include "toolkit/tool/answer_text.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_strings.hpp"

#include <utility>

namespace toolkit::tool {

AnswerText::AnswerText(Json json)
    : answer(std::make_shared<const Json>(std::move(json)))
{
    constexpr std::size_t shortest_long
        = 4096; // bytes, from which on a copy costs more than a system call
    std::string text = "{";
    for (const auto& [name, value] : answer->get_ref<const Json::object_t&>()) {
        text += (text.size() == 1 && texts.empty() ? "" : ",") + Json(name).dump() + ':';
        const auto* const string = value.get_ptr<const Json::string_t*>();
        if (string == nullptr || string->size() < shortest_long
            || !json::is_plain_literal(*string)) {
            text += value.dump();
            continue;
        }
        add(std::exchange(text, "\"") + '"');
        views.emplace_back(*string);
    }
    add(std::move(text) + "}\n");
}

AnswerText::AnswerText(Answer answer)
    : AnswerText(std::move(static_cast<Json&>(answer)))
{
}

AnswerText::AnswerText(std::vector<std::string> object)
{
    for (auto& part : object)
        add(std::move(part));
    add("\n");
}

std::size_t AnswerText::size() const
{
    std::size_t sum = 0;
    for (const std::string_view view : views)
        sum += view.size();
    return sum - 1;
}

void AnswerText::append(const Json& fields)
{
    if (!answer || fields.empty())
        return;
    std::string& last = texts.back();
    last.resize(last.size() - 2); // the brace and the newline
    last += (answer->empty() ? "" : ",") + fields.dump().substr(1) + '\n';
    views.back() = last;
}

void AnswerText::add(std::string text)
{
    texts.push_back(std::move(text));
    views.emplace_back(texts.back());
}

}
