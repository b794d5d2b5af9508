-- An item of the lists is kept as
--
--   version \n  what the names of its lists begin with \v  the rest of each name  \n  summary
--
-- The rest of a name that is the id of a match or a person is 11 bytes: a mark, and the 80 bits of its 16 digits. Any
-- other one is text, and ends with \t.

local DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
local KINDS = {[0] = 'm-', [1] = 'p-'}

-- Eight digits in five bytes: a number of 40 bits is exact in Lua, one of 80 is not.
local function digits_at(kept, at)
  local number, digits = 0, ''
  for i = at, at + 4 do number = number * 256 + string.byte(kept, i) end
  for _ = 1, 8 do
    local digit = number % 32
    digits = string.sub(DIGITS, digit + 1, digit + 1) .. digits
    number = (number - digit) / 32
  end
  return digits
end

local function version_of(kept)
  return tonumber(string.match(kept, '^(%d+)\n'))
end

local function list_names(kept)
  local beginning, at = string.match(kept, '^%d+\n([^\v]*)\v()')
  local names = {}
  while string.sub(kept, at, at) ~= '\n' do
    local kind, rest = KINDS[string.byte(kept, at)], nil
    if kind then
      rest, at = kind .. digits_at(kept, at + 1) .. digits_at(kept, at + 6), at + 11
    else
      rest, at = string.match(kept, '^([^\t]*)\t()', at)
    end
    names[#names + 1] = beginning .. rest
  end
  return names
end

-- The time is that of the item, or '' if it is not known.
local function take_out_of_all(items, kept, time, item)
  local prefix = string.match(items, '^{.-}:')
  for _, name in ipairs(list_names(kept)) do take_out(prefix .. name, time, item) end
end
