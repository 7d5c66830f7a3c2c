#pragma once

#include "toolkit/json.hpp"

#include <deque>
#include <string>
#include <string_view>
#include <vector>

// The line of an answer: JSON and a newline, as parts to be written one after another, so that a long string of plain
// letters, such as base64, need not be copied. Json::dump() to the letter; throws as it does where a string is not
// UTF-8.
class AnswerText {
public:
    // `answer` must outlive it.
    explicit AnswerText(const Json& answer);

    const std::vector<std::string_view>& parts() const { return views; }

private:
    void add(std::string text);

    std::deque<std::string> texts;
    std::vector<std::string_view> views; // of `texts` and of the answer's strings
};
