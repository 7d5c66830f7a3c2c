#pragma once

#include "agent/liquid/template.hpp"
#include "agent/workflow/names.hpp"
#include "agent/workflow/template.hpp"
#include "agent/workflow/yaml.hpp"

#include <optional>

namespace agent::workflow {

// `when` and `retry.when`: true, false, or an expression without braces that is one of them. What
// is wrong is added to `problems`.
class ConditionField {
public:
    ConditionField(const YamlNode& scalar, const Names& names, Problems& problems);

    // Throws Problem if the expression gives anything else, such as a text.
    bool holds(const Data& data) const;

    bool is_constant() const { return !predicate; }

private:
    YamlNode scalar;
    std::optional<agent::liquid::Predicate> predicate;
};

// `timeout_seconds`: a number, or an expression without braces that gives one, above 0.
class SecondsField {
public:
    SecondsField(const YamlNode& scalar, const Names& names, Problems& problems);

    // Throws Problem if it is none, or not above 0.
    double seconds(const Data& data) const;

    bool is_constant() const { return !formula; }

private:
    YamlNode scalar;
    std::optional<agent::liquid::Formula> formula;
};

}
