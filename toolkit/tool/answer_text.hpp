#pragma once

#include "toolkit/tool/answer.hpp"

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::tool {

// The line of an answer: JSON and a newline, as parts to be written one after another, so that a
// long string of plain letters, such as base64, need not be copied, and a list of a million entries
// need not be held as values.
class AnswerText {
public:
    // Json::dump() to the letter; throws as it does where a string is not UTF-8. What a tool
    // answers becomes one by itself.
    AnswerText(Json json); // NOLINT(google-explicit-constructor)
    AnswerText(Answer answer); // NOLINT(google-explicit-constructor)

    // Of an answer that is text already: one object, which must be JSON and UTF-8, without a
    // newline.
    explicit AnswerText(std::vector<std::string> object);

    AnswerText(AnswerText&&) = default;
    AnswerText& operator=(AnswerText&&) = default;
    AnswerText(const AnswerText&) = delete; // `views` would be those of the other
    AnswerText& operator=(const AnswerText&) = delete;
    ~AnswerText() = default;

    // Of an answer that is made of JSON: these fields at its end.
    void append(const Json& fields);

    const std::vector<std::string_view>& parts() const { return views; }

    std::size_t size() const; // in bytes, without the newline

private:
    void add(std::string text);

    std::shared_ptr<const Json> answer; // null where it is text already
    std::deque<std::string> texts;
    std::vector<std::string_view> views; // of `texts` and of the answer's strings
};

}
