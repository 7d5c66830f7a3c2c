# Sourced in the root of the source tree: `product` is the directories at the top that have the
# sources of the product.
product=()
for directory in toolkit agent runner frontends tools; do
  [ ! -d $directory ] || product+=($directory)
done
