#include "answer.hpp"

#include "toolkit/tool/changed_file_fields.hpp"
#include "toolkit/tool/diff_field.hpp"

namespace fs_edit {

using namespace toolkit;

static const char* in_words(Strategy strategy)
{
    switch (strategy) {
    case Strategy::exact: return "exact";
    case Strategy::lines: return "lines";
    case Strategy::tokens: return "tokens";
    case Strategy::typography: return "typography";
    case Strategy::listing: return "listing";
    case Strategy::regex: return "regex";
    case Strategy::insert: return "insert";
    case Strategy::create: break;
    }
    return "create";
}

static tool::Answer answer_of(const DoneStep& step)
{
    return {{"replacements", step.replacements}, {"strategy", in_words(step.strategy)}};
}

tool::Answer answer_of(EditedFile edited)
{
    tool::Answer answer = answer_of(edited.done.front());
    if (edited.done.size() > 1) {
        std::vector<tool::Answer> edits;
        std::size_t replacements = 0;
        for (const DoneStep& step : edited.done) {
            replacements += step.replacements;
            edits.push_back(answer_of(step));
        }
        answer = {{"replacements", replacements}, {"edits", std::move(edits)}};
    }
    answer["sha256"] = edited.file.sha256;
    tool::put_diff(answer, edited.diff);
    if (edited.next_line)
        answer["nextLine"] = *edited.next_line;
    tool::put_changed_file(answer, edited.file);
    return answer;
}

}
